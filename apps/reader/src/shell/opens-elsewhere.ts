/** Whether a click on a link opens it in another tab or window. */
export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey }: Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey'>) =>
  metaKey || ctrlKey || shiftKey
