/** The request that a service answered, as `get-provider-request` shows it. */
export interface ProviderRequest {
  purpose: 'signin' | 'link' | 'test' | 'unsolicited';
  provider: string;
  application: string;
  organization: string;
  /** The page of ours that the browser left. */
  page: string;
  autoSignin: boolean;
  /** For a sign-in that the service began: where it leads, and the user whom the service named. */
  target?: string;
  subject?: string;
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
