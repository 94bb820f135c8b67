import type { BrandFields } from '@doorwright/crds/brand/names.ts';
import type { Application as StoredApplication } from '@doorwright/crds/kinds/application.ts';
import type { Organization as StoredOrganization } from '@doorwright/crds/kinds/organization.ts';
import type { Provider as StoredProvider } from '@doorwright/crds/kinds/provider.ts';
import type { SignInButton } from '@doorwright/crds/providers/sign-in-button.ts';
import type { Account } from './account.ts';

export type Organization = Pick<
  StoredOrganization,
  | 'name'
  | 'displayName'
  | 'websiteUrl'
  | 'favicon'
  | keyof BrandFields
  | 'refuseWeakPasswords'
  | 'passwordLength'
  | 'phonePrefix'
  | 'allowForeignPhones'
  | 'tags'
  | 'accountItems'
>;

export interface Provider
  extends Pick<
    StoredProvider,
    'name' | 'displayName' | 'category' | 'type' | 'subType' | 'method' | 'clientId' | 'customLogo'
  > {
  /** Its button on the pages, if users can sign in with it. */
  button: SignInButton | null;
}

export type ProviderItem = StoredApplication['providers'][number] & { provider: Provider | null };

/** An application as get-application and get-app-login show it to strangers. */
export interface Application
  extends Omit<StoredApplication, 'organizationObj' | 'providers' | 'signinMethods' | 'signupCodes'> {
  organizationObj: Organization | null;
  providers: ProviderItem[];
  /** The methods that it offers, in the order of its form. */
  signinMethods: readonly { name: string }[];
  /** The sign-up items whose code can be sent. */
  signupCodes: readonly string[];
}

/** The subject of a page: the application in its address, and the organization whose users sign in there. */
export interface Subject {
  application: Application;
  organization: Organization;
  /** The server's words for why it refuses the request. */
  refusal: string;
  /** The question of the page, if a client opened it. */
  question?: Question | undefined;
}

/** Asks the user to sign in, to consent, or only to continue with their account. */
export interface Question {
  prompt: 'login' | 'select_account' | 'consent' | 'continue';
  scopes: string[];
  /** The session is too old for the client. */
  needsProof?: true;
}

/** The properties of a page that is about its address only. */
export interface BarePageProps {
  query: URLSearchParams;
  /** The variable parts of its path: `/login/:owner` → `owner`. */
  params: Readonly<Record<string, string>>;
}

/** The properties of every other page of the portal. */
export interface PageProps extends BarePageProps, Subject {
  account: Account | undefined;
}
