/**
 * Where a link of the operator, in an advertisement or in the link list, may lead: to a secure address, or to a path of the
 * website.
 */
export const LINK_TARGET = /^(https:\/\/[^\s]+|\/(?!\/)[^\s]*)$/
