/** Returns a website that answers every page with the response of one call of the API. @param path "/api/v8/region" */
export function websiteOfOneCall(path: string) {
  const handle = (_request: Request, { api }: { api?: (path: string) => Promise<Response> }) => api!(path)
  return { bundle: async () => ({ handle }) }
}
