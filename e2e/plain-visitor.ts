// A visitor without a browser: pages are requested and parsed, links and forms are used as a browser without scripts uses them.
import type { APIRequestContext, APIResponse } from '@playwright/test'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

export type Element = Tree.Element
type Within = Tree.ParentNode
/** `path`: where redirects ended, with the query. */
export type PlainPage = { status: number; url: string; path: string; document: Within }

export const attribute = (element: Element, name: string) => element.attrs.find((each) => each.name === name)?.value

/** Returns the elements with this tag, any with `*`, in the order of the document. */
export function all(within: Within, tag: string, fits: (element: Element) => boolean = () => true): Element[] {
  return within.childNodes.flatMap((node) => {
    if (!('tagName' in node)) return []
    const inside = all(node, tag, fits)
    return (tag === '*' || node.tagName === tag) && fits(node) ? [node, ...inside] : inside
  })
}

/** Returns the first of the elements; throws an error if there is none. */
export function first(within: Within, tag: string, fits?: (element: Element) => boolean): Element {
  const [found] = all(within, tag, fits)
  if (!found) throw new Error(`The page has no such <${tag}>: ${fits ?? 'any'}`)
  return found
}

/** Returns the text in one line, without scripts and styles. */
export function textOf(node: Within): string {
  const part = (each: Tree.ChildNode): string => {
    if (each.nodeName === '#text') return (each as Tree.TextNode).value
    return 'childNodes' in each && each.nodeName !== 'script' && each.nodeName !== 'style'
      ? each.childNodes.map(part).join('')
      : ''
  }
  return node.childNodes.map(part).join('').replace(/\s+/g, ' ').trim()
}

/** Whether an element has this name for screen readers: its label, else its text. */
export const named = (name: string | RegExp) => (element: Element) => {
  const own = attribute(element, 'aria-label') ?? textOf(element)
  return typeof name === 'string' ? own === name : name.test(own)
}
/** Whether an attribute has this value. */
export const having = (name: string, value: string | RegExp) => (element: Element) => {
  const own = attribute(element, name)
  return own !== undefined && (typeof value === 'string' ? own === value : value.test(own))
}

/** Requests a page; redirects are followed. `from`: the page that leads there. */
export async function visit(by: APIRequestContext, path: string, from?: PlainPage): Promise<PlainPage> {
  return pageIn(await by.get(path, { headers: referring(from) }))
}

/** Follows a link of a page. */
export function follow(by: APIRequestContext, page: PlainPage, link: Element): Promise<PlainPage> {
  return visit(by, new URL(attribute(link, 'href')!, page.url).href, page)
}

/**
 * Presses a button of a form. `typed`: values of its fields by their names; throws an error if the form has no such field.
 */
export async function press(
  by: APIRequestContext,
  page: PlainPage,
  button: Element,
  typed: Record<string, string> = {},
): Promise<PlainPage> {
  const form = formOf(button)
  const fields = { ...fieldsOf(form) }
  for (const [name, value] of Object.entries(typed)) {
    if (all(form, '*', having('name', name)).length === 0) throw new Error(`The form has no field ${name}.`)
    fields[name] = value
  }
  const pressed = attribute(button, 'name')
  if (pressed) fields[pressed] = attribute(button, 'value') ?? ''
  const action = new URL(attribute(button, 'formaction') ?? attribute(form, 'action') ?? page.url, page.url)
  if ((attribute(form, 'method') ?? 'get') === 'post')
    return pageIn(await by.post(action.href, { form: fields, headers: referring(page) }))
  action.search = new URLSearchParams(fields).toString()
  return visit(by, action.href, page)
}

async function pageIn(answer: APIResponse): Promise<PlainPage> {
  const { pathname, search } = new URL(answer.url())
  const document = parse(await answer.text(), { scriptingEnabled: false })
  return { status: answer.status(), url: answer.url(), path: pathname + search, document }
}

const referring = (from?: PlainPage): Record<string, string> => (from ? { referer: from.url } : {})

function formOf(button: Element): Element {
  for (let at: Tree.ParentNode | null = button; at && 'parentNode' in at; at = at.parentNode) if (at.tagName === 'form') return at
  throw new Error(`The button “${textOf(button)}” is not in a form.`)
}

/** Returns the names and values that a form has before somebody types. */
function fieldsOf(form: Element): Record<string, string> {
  const isSent = (field: Element) => {
    if (attribute(field, 'disabled') !== undefined) return false
    const type = attribute(field, 'type')
    return type === 'checkbox' || type === 'radio' ? attribute(field, 'checked') !== undefined : type !== 'submit'
  }
  const inputs = all(form, 'input', isSent).map((field) => [field, attribute(field, 'value') ?? ''] as const)
  const areas = all(form, 'textarea', isSent).map((field) => [field, textOf(field)] as const)
  return Object.fromEntries(
    [...inputs, ...areas].flatMap(([field, value]) => {
      const name = attribute(field, 'name')
      return name ? [[name, value]] : []
    }),
  )
}
