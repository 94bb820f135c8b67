/** The request that a service answered, as `get-provider-request` shows it. */
export interface ProviderRequest {
  purpose: 'signin' | 'link' | 'test';
  provider: string;
  application: string;
  organization: string;
  /** The page of ours that the browser left. */
  page: string;
  autoSignin: boolean;
}

/** What the browser brought back, for the server to judge. */
export interface ProviderAnswer {
  state: string;
  answer: string;
  redirectUri: string;
}

export const answerHere = (query: URLSearchParams): ProviderAnswer => ({
  state: query.get('state') ?? '',
  answer: location.search.slice(1),
  redirectUri: location.origin + location.pathname,
});
