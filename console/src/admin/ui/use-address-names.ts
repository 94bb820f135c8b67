import { useParams } from 'react-router-dom';

/** The names in the address. A name contains no slash: a decoded one becomes the text `%2F` again. */
export function useAddressNames<Name extends string>(): Partial<Record<Name, string>> {
  const read = Object.entries(useParams()).map(([param, name]) => [param, name?.replaceAll('/', '%2F')]);
  return Object.fromEntries(read);
}
