/** Query parameter of a page image: the page that shows it may load images from the bucket, so the server may send it there. */
export const IN_BUCKET = 'bucket'
