/**
 * Tells one state of an object from another. The version grows with every change of configuration and not with what
 * happens at run time; the time of making tells an object from a later one of its name.
 */
export const etagOf = ({ version, createdTime }: { version: number; createdTime: string }): string =>
  `${version}-${Date.parse(createdTime).toString(36)}`;
