import type { DefaultTreeAdapterTypes as Tree } from 'parse5'

type Element = Tree.Element

/** Returns the elements with a tag in a parsed page, in their order. */
export function elements(node: Tree.Node, tag: string): Element[] {
  const inside = 'childNodes' in node ? node.childNodes.flatMap((each) => elements(each, tag)) : []
  return 'tagName' in node && node.tagName === tag ? [node, ...inside] : inside
}

/** Returns the value of an attribute; '' without it. */
export const attribute = (element: Element, name: string) => element.attrs.find((each) => each.name === name)?.value ?? ''
