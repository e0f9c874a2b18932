import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import { findArticles, readArticles } from '../page-model/articles.ts'
import type { Block } from '../page-model/blocks.ts'
import { type Habits, isWithoutHabits, NO_HABITS } from '../page-model/habits.ts'
import { orderedPages, type ReadPage } from '../page-model/ordered-pages.ts'
import type { PlacedEntry } from '../page-model/outlined-articles.ts'
import type { OrderedPage } from '../page-model/placed-line.ts'

/**
 * Finds the articles of an issue by what is usual for its title. Reads it a second time without that, for its makeup, which must show
 * only what is on its own pages; otherwise mistakes of earlier issues would confirm themselves. Without earlier issues, it is read once.
 * @param model pages in reading order, with the running heads of `habits` set apart
 * @returns the articles, and what was read without habits
 */
export function readWithHabits(
  read: readonly ReadPage[],
  model: ReturnType<typeof orderedPages>,
  outline: readonly PlacedEntry[],
  habits: Habits,
): { articles: PublishedArticle[]; alone: { pages: OrderedPage[]; blocks: Block[][]; articles: PublishedArticle[] } } {
  const unchanged = model.byKnown ? orderedPages(read) : model
  const alone = { pages: unchanged.pages, ...readArticles(unchanged, outline, NO_HABITS) }
  return { articles: isWithoutHabits(habits) ? alone.articles : findArticles(model, outline, habits), alone }
}
