/** The outline of a method's form. It stands where `console/src/portal/signin/methods` draws the form. */
export interface MethodOutline {
  /** The words that label its fields. */
  fields: readonly string[];
  /** The word of its tab. */
  tab?: string;
  /** The sentence below its fields. */
  lead?: string;
  /** The word of its button, if it does not sign in at once. */
  submit?: string;
  /** The word of the link that leads to it from another method. */
  link: string;
  isRecoverable?: boolean;
}

const frames: Readonly<Record<string, MethodOutline>> = {
  password: { fields: ['username', 'password'], tab: 'password', link: 'withPassword', isRecoverable: true },
  webauthn: { fields: ['username'], tab: 'webauthn', lead: 'passkeyLead', link: 'withPasskey' },
  code: { fields: ['contact', 'code'], link: 'withCode' },
  link: { fields: ['linkEmail'], lead: 'linkLead', submit: 'sendLink', link: 'withLink' },
};

/** The outlines of the methods that an application offers. A method without a form on the page has none. */
export const outlinesOf = (methods: readonly { name: string }[]): MethodOutline[] =>
  methods.flatMap(({ name }) => frames[name] ?? []);
