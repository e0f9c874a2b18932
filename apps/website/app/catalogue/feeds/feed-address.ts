/** Addresses of the RSS feeds. */
export const feedAddress = {
  newIssues: '/feeds/issues.xml',
  topics: '/feeds/topics.xml',
  category: (uid: string) => `/feeds/categories/${encodeURIComponent(uid)}.xml`,
  magazine: (key: string) => `/feeds/magazines/${encodeURIComponent(key)}.xml`,
}
