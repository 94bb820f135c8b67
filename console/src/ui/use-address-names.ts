import { useParams } from 'react-router';

/** The names in the address. None of them holds a slash: where the router reads one, the name has the `%2F` that stands for it in addresses. */
export function useAddressNames<Name extends string>(): Partial<Record<Name, string>> {
  const read = Object.entries(useParams()).map(([param, name]) => [param, name?.replaceAll('/', '%2F')]);
  return Object.fromEntries(read);
}
