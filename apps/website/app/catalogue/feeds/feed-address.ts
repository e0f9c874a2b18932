/** Addresses of the RSS feeds. */
export const feedAddress = {
  newIssues: '/feeds/issues.xml',
  topics: '/feeds/topics.xml',
  magazine: (key: string) => `/feeds/magazines/${encodeURIComponent(key)}.xml`,
}
