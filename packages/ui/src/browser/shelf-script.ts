import { enhanceShelf } from './enhance-shelf.ts'

// Rows of a page; a file of its own without the framework, which the frame of the page loads when one of them is near.

for (const shelf of document.querySelectorAll<HTMLElement>('[data-shelf]')) enhanceShelf(shelf)
