import type { Application as StoredApplication } from '@doorwright/crds/kinds/application.ts';
import type { Organization as StoredOrganization } from '@doorwright/crds/kinds/organization.ts';
import type { Provider as StoredProvider } from '@doorwright/crds/kinds/provider.ts';
import type { Account } from './account.ts';

export type Organization = Pick<
  StoredOrganization,
  'name' | 'displayName' | 'websiteUrl' | 'favicon' | 'refuseWeakPasswords' | 'phonePrefix' | 'tags' | 'accountItems'
>;

export type Provider = Pick<
  StoredProvider,
  'name' | 'displayName' | 'category' | 'type' | 'subType' | 'method' | 'clientId' | 'customLogo'
>;

export type ProviderItem = StoredApplication['providers'][number] & { provider: Provider | null };

/** An application as get-application and get-app-login show it to everybody. */
export interface Application extends Omit<StoredApplication, 'organizationObj' | 'providers' | 'signinMethods'> {
  organizationObj: Organization | null;
  providers: ProviderItem[];
  /** The methods that it offers, in the order of its form. */
  signinMethods: readonly { name: string }[];
}

/** What a page is about: the application that its address names, and the organization whose people come in there. */
export interface Subject {
  application: Application;
  organization: Organization;
  /** What the server says is wrong with what was asked for. */
  refusal: string;
  /** What the page is to ask, where a client opened it. */
  question?: Question | undefined;
}

/** Who somebody is, or whether he lets a client have what it wants. */
export interface Question {
  prompt: 'login' | 'select_account' | 'consent';
  scopes: string[];
}

/** What every page of the portal is given. */
export interface PageProps extends Subject {
  account: Account | undefined;
  query: URLSearchParams;
  /** The variable parts of its path: `/login/:owner` → `owner`. */
  params: Readonly<Record<string, string>>;
}
