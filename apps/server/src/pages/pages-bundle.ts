/** The built website or desk. */
export type PagesBundle = { handle(request: Request, options: object): Promise<Response> }
