import type { LayoutRole } from '../text/set-line.ts'

/**
 * The kinds of parts that the labels of layout models stand for, by number. Null: the page model cannot use the label.
 * `docling`: Docling's heron and its siblings, which know the labels of DocLayNet and more (docling-ibm-models). `paddle`: the two lists
 * of PP-DocLayout (PaddleX), by the side of the picture that the model is given, in pixels.
 */
export const LABELS = {
  docling: [
    ['Caption', 'caption'],
    ['Footnote', 'footnote'],
    ['Formula', null],
    ['List-item', 'list'],
    ['Page-footer', 'furniture'],
    ['Page-header', 'furniture'],
    ['Picture', 'picture'],
    ['Section-header', 'heading'],
    ['Table', 'table'],
    ['Text', 'text'],
    ['Title', 'headline'],
    ['Document Index', 'text'],
    ['Code', 'text'],
    ['Checkbox-Selected', null],
    ['Checkbox-Unselected', null],
    ['Form', null],
    ['Key-Value Region', null],
  ],
  paddle: {
    640: [
      ['paragraph_title', 'heading'],
      ['image', 'picture'],
      ['text', 'text'],
      ['number', 'furniture'],
      ['abstract', 'text'],
      ['content', 'text'],
      ['figure_title', 'caption'],
      ['formula', null],
      ['table', 'table'],
      ['table_title', 'caption'],
      ['reference', 'text'],
      ['doc_title', 'headline'],
      ['footnote', 'footnote'],
      ['header', 'furniture'],
      ['algorithm', 'text'],
      ['footer', 'furniture'],
      ['seal', null],
      ['chart_title', 'caption'],
      ['chart', 'picture'],
      ['formula_number', null],
      ['header_image', null],
      ['footer_image', null],
      ['aside_text', 'text'],
    ],
    800: [
      ['paragraph_title', 'heading'],
      ['image', 'picture'],
      ['text', 'text'],
      ['number', 'furniture'],
      ['abstract', 'text'],
      ['content', 'text'],
      ['figure_title', 'caption'],
      ['formula', null],
      ['table', 'table'],
      ['reference', 'text'],
      ['doc_title', 'headline'],
      ['footnote', 'footnote'],
      ['header', 'furniture'],
      ['algorithm', 'text'],
      ['footer', 'furniture'],
      ['seal', null],
      ['chart', 'picture'],
      ['formula_number', null],
      ['aside_text', 'text'],
      ['reference_content', 'text'],
    ],
  },
} as const satisfies { docling: Labels; paddle: Record<number, Labels> }

export type Labels = readonly (readonly [name: string, role: LayoutRole | null])[]
