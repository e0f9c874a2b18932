/** Parameter of the signature of a download, which has images of pages only. */
export const OF_DOWNLOAD = 'copy'
