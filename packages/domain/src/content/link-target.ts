/** Where a link of the operator may lead, in an advertisement or in the link list: to a secure address, or a path of the website. */
export const LINK_TARGET = /^(https:\/\/[^\s]+|\/(?!\/)[^\s]*)$/
