/** Parameter in the signature of a download, which contains only page images. */
export const OF_DOWNLOAD = 'copy'
