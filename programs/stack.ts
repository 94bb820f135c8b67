/** The values of an application that its program needs. */
export interface ProgramValues {
  issuer: string;
  clientId: string;
  /** Only for confidential clients. */
  clientSecret?: string;
  redirectUri: string;
}

export interface Stack {
  /** Also the folder: `express`. */
  name: string;
  title: string;
  /** A single page is a public client. */
  kind: 'web' | 'single-page';
  /** The address where the program listens as it comes. */
  origin: string;
  redirectUri: string;
  /** Files of the program, from its folder, the most important first. */
  files: readonly string[];
  /** The file that holds the values. */
  envFile: string;
  /** Its content. */
  env: (values: ProgramValues) => string;
  /** Commands that start the program, one a line. */
  commands: readonly string[];
}
