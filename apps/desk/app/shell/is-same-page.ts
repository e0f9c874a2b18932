import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Whether the data of a page are loaded again, and not those of another one. */
export const isSamePage = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean => currentUrl.href === nextUrl.href
