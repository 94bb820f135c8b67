import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Arrival } from './step.ts';

/** A judged request of a service provider. */
export interface SamlRequest {
  /** Name of the application. */
  application: string;
  /** Its id, which the response names. */
  id: string;
  /** Entity ID of the service provider. */
  service: string;
  /** The address for the response. */
  acs: string;
  relayState: string;
  /** The user must prove their identity anew. */
  isForced: boolean;
  /** Nobody may be asked anything. */
  isPassive: boolean;
  /** The requested format of the user's id. Empty for none. */
  format: string;
  /** The classes of sign-in that the service provider accepts. Empty for any. */
  classes: readonly string[];
  comparison: string;
  /** When it came, in milliseconds. */
  openedAt: number;
}

/** A request as the address of a page or the form of a call has it. */
export interface SamlMessage {
  SAMLRequest: string;
  RelayState?: string | undefined;
  /** The binding that it came by. A call of a program may use the form of either. */
  binding: 'Redirect' | 'POST' | 'either';
  /** The query as it was sent, because the signature of the Redirect binding covers its very letters. */
  rawQuery?: string | undefined;
}

/** Why a service provider gets no assertion, as codes of SAML Core 2.0, 3.2.2.2. */
export interface SamlStatus {
  code: 'Requester' | 'Responder';
  detail: 'NoPassive' | 'NoAuthnContext' | 'RequestDenied' | 'InvalidNameIDPolicy';
}

/** A response with the address that it goes to. */
export interface SamlResponse {
  /** In base64, and compressed if the application says so. */
  response: string;
  acs: string;
  relayState: string;
  /** The browser takes it along in the address, in place of a form. */
  isInAddress: boolean;
}

/** What a user gets for a request: a response, or a reason why they have to act first. */
export type SamlGiven = { given: SamlResponse; isDeclined?: true } | { missing: 'sign-in' | 'consent' };

/** A session that is about to end, and where its browser goes in the end, if it is not our page. */
export interface SignOutFrom {
  session: string;
  end?: string | undefined;
}

/** The identity provider of SAML. The protocols implement it. */
export interface SamlAuthority {
  /** Judges a request. It throws a refusal if anything about it is wrong. */
  judge: (application: Application, message: SamlMessage) => SamlRequest;
  /** A request without a message: a sign-in that begins here, at a service provider that allows it. */
  begin: (application: Application, wanted: { service: string; RelayState?: string | undefined }) => SamlRequest;
  /** The request as a text for the address of our page, which nobody else can write. */
  seal: (request: SamlRequest) => string;
  /** The request in such a text, or undefined if it is not ours or its key is gone. */
  opened: (sealed: string) => SamlRequest | undefined;
  /** Refuses a request whose service provider has left the application meanwhile. */
  refuseGone: (application: Application, request: SamlRequest) => void;
  /** The classes of sign-in that it needs, as the pipeline names them. */
  wanted: (request: SamlRequest) => string[];
  /** What service providers of the application learn of a user, in the words of the page for consent. */
  scopes: (application: Application) => readonly string[];
  give: (request: SamlRequest, arrival: Arrival) => Promise<SamlGiven>;
  /** Where a browser goes to tell the service providers of a session that ends. Nothing if none must be told through it. */
  signingOut: (from: SignOutFrom) => Promise<string | undefined>;
  /** A response without an assertion. */
  refuse: (application: Application, request: SamlRequest, status: SamlStatus) => Promise<SamlResponse>;
}
