import { requestParameters } from '@doorwright/crds/values/authorization-request.ts';

/** The parameters of an authorization request, under the names of the api. */
export const requestOf = (query: URLSearchParams): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(requestParameters).map(([asked, name]) => [name, query.get(asked) ?? undefined]));
