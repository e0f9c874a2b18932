import { enhanceShelf } from './enhance-shelf.ts'

// Rows of a page. This is a separate file without the framework, which the frame of the page loads when one of them is near.

for (const shelf of document.querySelectorAll<HTMLElement>('[data-shelf]')) enhanceShelf(shelf)
