/** An id `owner/name` as people say it: the name, with the organization only if it is not the one that they look at. */
export function plainName(id: string, organization: string | undefined): string {
  const slash = id.indexOf('/');
  if (slash < 0 || organization === undefined) return id;
  const [owner, name] = [id.slice(0, slash), id.slice(slash + 1)];
  return owner === organization ? name : `${name} (${owner})`;
}
