import { expect, test } from 'vitest'
import { articleLanguage } from './article-language.ts'

test.each([
  ['fr', 'de', 'fr'],
  ['de', 'lb', 'de'],
  ['de', 'und', 'de'],
  ['und-Arab', 'de', 'und-Arab'],
  ['und-Arab', 'und', 'und-Arab'],
  ['de', 'ar', 'de'],
])('a text in %s of an issue in %s is in %s', (found, issue, language) => expect(articleLanguage(found, issue)).toBe(language))

test.each([
  [null, 'de'],
  [null, 'und'],
  ['de', 'de'],
  ['de', 'de-AT'],
  // Similar languages, which the importer does not know.
  ['es', 'pt'],
  ['de', 'af'],
  // The script is less specific than the language of the issue.
  ['und-Arab', 'fa'],
  ['und-Cyrl', 'uk'],
])('what the text shows (%s) leaves the language of an issue in %s', (found, issue) =>
  expect(articleLanguage(found, issue)).toBe(issue),
)
