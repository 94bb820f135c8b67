import { useParams } from 'react-router';

/** The names in the address. A name contains no slash: if the router decodes one, the name has the text `%2F`. */
export function useAddressNames<Name extends string>(): Partial<Record<Name, string>> {
  const read = Object.entries(useParams()).map(([param, name]) => [param, name?.replaceAll('/', '%2F')]);
  return Object.fromEntries(read);
}
