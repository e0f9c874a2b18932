/** Text of an e-mail with the structure of Markdown. Addresses are absolute. */
export type Prose =
  | { kind: 'heading' | 'paragraph'; content: Inline[] }
  /** `first`: number of the first item; null: a list without numbers. */
  | { kind: 'list'; first: number | null; items: Prose[][] }
  | { kind: 'quote'; content: Prose[] }
  | { kind: 'rule' }

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis'; content: Inline[] }
  | { kind: 'link'; address: string; content: Inline[] }
  | { kind: 'break' }
