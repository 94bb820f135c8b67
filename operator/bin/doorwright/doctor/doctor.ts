import { resolve } from 'node:path';
import type { Command, Given } from '../command.ts';
import { formatted, type Screen } from '../output.ts';
import { checkClient } from './check-client.ts';
import { checkIssuer } from './check-issuer.ts';
import { checkProgram } from './check-program.ts';
import { checkQuotes } from './check-quotes.ts';
import type { Finding } from './finding.ts';
import { type GivenValues, valuesOf } from './given-values.ts';

export const doctor: Command = {
  usage: '[folder]',
  summary: 'Names what keeps a program from signing people in, and its remedy',
  options: {
    issuer: { type: 'string' },
    'client-id': { type: 'string' },
    'redirect-uri': { type: 'string' },
    door: { type: 'string' },
  },
  help: `  folder            of the program, whose .env.local, .env or appsettings.Local.json has the values; otherwise this one
  --issuer, --client-id, --redirect-uri
                    in place of the values in the file. The secret comes from the file or from OIDC_CLIENT_SECRET
  --door            the path of the program that begins a sign-in; otherwise the usual ones are tried. Its address behind a
                    proxy, such as http://localhost:3000/login, is asked with the headers that the proxy sends

It asks the issuer for its addresses and its time, whether the client and its redirect address are known, and whether the
secret is right. Then it begins a sign-in at the program, if that runs, and looks at the request and the cookies.
It signs nobody in and changes nothing. A refused secret is in the records of the application.
Exit codes: 0 no fault, 1 at least one; warnings do not count.
`,
  outputs: ['table', 'json', 'yaml'],
  mostArguments: 1,
  async run(given) {
    const { options, screen } = given;
    const values = valuesFor(given);
    screen.note(
      values.file
        ? `The values are those of ${values.file}.`
        : 'No file has values, so the options and the environment count.',
    );
    const findings = [
      ...checkQuotes(resolve(given.arguments[0] ?? '.')),
      ...(await examine(values, typeof options.door === 'string' ? options.door : undefined)),
    ];
    if (options.output === 'table') print(findings, screen);
    else screen.out(formatted(String(options.output), { findings }));
    return findings.some(({ isWarning }) => !isWarning) ? 1 : 0;
  },
};

/** Options come first, then the file of the folder, then the environment. */
function valuesFor({ options, arguments: [folder = '.'], environment }: Given): GivenValues {
  const found = valuesOf(resolve(folder));
  const choose = (option: string, ofFile: string, name: string) =>
    String(options[option] || ofFile || environment[name] || '');
  return {
    ...found,
    issuer: choose('issuer', found.issuer, 'OIDC_ISSUER_URL'),
    clientId: choose('client-id', found.clientId, 'OIDC_CLIENT_ID'),
    clientSecret: found.clientSecret || environment.OIDC_CLIENT_SECRET || '',
    redirectUri: choose('redirect-uri', found.redirectUri, 'OIDC_REDIRECT_URI'),
  };
}

async function examine(values: GivenValues, door?: string): Promise<Finding[]> {
  const { findings, metadata: found } = await checkIssuer(values.issuer);
  if (!found) return findings;
  // A wrong name of the issuer hides no other fault: the same server is asked on.
  const here = (address: string) => new URL(new URL(address).pathname, values.issuer).href;
  const metadata = {
    ...found,
    authorization_endpoint: here(found.authorization_endpoint),
    introspection_endpoint: here(found.introspection_endpoint),
  };
  const ofClient = await checkClient(values, metadata);
  const ofProgram = URL.canParse(values.redirectUri) ? await checkProgram(values, metadata, door) : [];
  return [...findings, ...ofClient, ...ofProgram];
}

function print(findings: readonly Finding[], { out, paint }: Screen): void {
  for (const { isWarning, fault, remedy } of findings)
    out(`${isWarning ? paint('yellow', 'Warning:') : paint('red', 'Fault:')} ${fault}\n  ${remedy}`);
  const faults = findings.filter(({ isWarning }) => !isWarning).length;
  out(
    faults === 0 ? paint('green', 'No fault is found.') : paint('bold', faults === 1 ? '1 fault' : `${faults} faults`),
  );
}
