import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { routes } from '@doorwright/programs/routes.ts';
import type { ProgramValues, Stack } from '@doorwright/programs/stacks.ts';
import { createApi } from '../api.ts';
import type { Command, Given } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { formatted } from '../output.ts';
import { type AddedFile, addFiles, ignore } from './added-files.ts';
import { awaitCredentials } from './credentials.ts';
import { findStack, packageFile, stackNames } from './find-stack.ts';
import { applicationIn, labelOf, manifestOf } from './manifest.ts';
import { openBrowser } from './open-browser.ts';
import { isReady, startServer } from './server.ts';

const clone = fileURLToPath(new URL('../../../../', import.meta.url));
const manifest = join('doorwright', 'application.yaml');

export const add: Command = {
  usage: '[folder]',
  summary: 'Adds the sign-in to a program, and tries it',
  options: {
    stack: { type: 'string' },
    name: { type: 'string' },
    organization: { type: 'string' },
    'redirect-uri': { type: 'string' },
    'no-browser': { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    wait: { type: 'string' },
  },
  help: `  folder            of the program; otherwise this one
  --stack           ${stackNames}; otherwise the folder tells it
  --name            of the application; otherwise that of the program
  --organization    a declared organization that has people already; otherwise the application gets its own
  --redirect-uri    otherwise that of the stack
  --no-browser      prints the address of the sign-in instead of opening it
  --dry-run         prints what would be written, and writes and starts nothing
  --wait            seconds for the application and for the sign-in (300)

It writes doorwright/application.yaml, a short file for the callback and the file of values, and adds the latter to
.gitignore. A file that exists stays as it is. If no Doorwright runs at DOORWRIGHT_ORIGIN (http://localhost:8000), it starts
one for this folder, with data in .doorwright/data, which runs until Ctrl-C.
Then somebody signs in, and the claims go to stdout. Tokens are never printed.
Exit codes: 0 somebody signed in, 1 something is missing.
`,
  outputs: ['yaml', 'json'],
  mostArguments: 1,
  async run(given) {
    const {
      options,
      arguments: [named = '.'],
      screen,
    } = given;
    const folder = resolve(named);
    if (!existsSync(folder)) throw new CommandError(`The folder ${folder} does not exist.`);
    const stack = findStack(folder, textOf(options.stack));
    const isDryRun = options['dry-run'] === true;
    screen.note(`${folder} has a program with ${stack.title}.`);
    const program = programOf(folder, stack, options);
    addFiles(folder, program.files, isDryRun, screen);
    ignore(folder, stack.envFile, isDryRun, screen);
    if (isDryRun) return 0;
    return signIn(given, folder, stack, program);
  },
};

const textOf = (option: string | boolean | undefined) => (typeof option === 'string' ? option : undefined);

interface Program {
  name: string;
  namespace: string;
  files: AddedFile[];
  /** How the program uses the file of the callback. */
  use: string;
}

/** What a program of the stack gets. */
function programOf(folder: string, stack: Stack, options: Given['options']): Program {
  const name = labelOf(textOf(options.name) ?? packageFile(folder).name ?? basename(folder));
  const organization = textOf(options.organization);
  const route = routes.find((each) => each.stack === stack.name);
  const redirectUri = textOf(options['redirect-uri']) ?? route?.redirectUri ?? stack.redirectUri;
  if (!URL.canParse(redirectUri)) throw new CommandError(`--redirect-uri «${redirectUri}» is no address.`);
  const isPublic = stack.kind === 'single-page';
  const text = manifestOf({ name, organization, redirectUri, isPublic });
  const files = [{ path: manifest, text }, ...(route ? [routeFile(folder, stack, route.file)] : [])];
  const whole = relative(process.cwd(), join(clone, 'programs', stack.name));
  const use = route?.use ?? `The program in ${whole} shows the code of the sign-in.`;
  const path = join(folder, manifest);
  // A manifest of the person's own names the application.
  const declared = existsSync(path) ? applicationIn(readFileSync(path, 'utf8')) : undefined;
  return { name, namespace: organization ?? name, ...declared, files, use };
}

/** A program of Next.js may have its folder app/ in src/. */
function routeFile(folder: string, stack: Stack, file: string): AddedFile {
  const isInSource = file.startsWith('app/') && existsSync(join(folder, 'src', 'app'));
  return {
    path: isInSource ? join('src', file) : file,
    text: readFileSync(join(clone, 'programs', 'routes', stack.name, file), 'utf8'),
  };
}

async function signIn(given: Given, folder: string, stack: Stack, program: Program): Promise<number> {
  const { environment, options, screen } = given;
  const origin = (environment.DOORWRIGHT_ORIGIN || 'http://localhost:8000').replace(/\/$/, '');
  const dataDir = resolve(folder, '.doorwright', 'data');
  const withinMs = 1000 * Number(options.wait ?? 300);
  if (!(withinMs > 0)) throw new CommandError(`--wait «${options.wait}» is no number of seconds.`);
  const startedAt = Date.now();
  const server = await serverAt(given, folder, origin, dataDir);
  const signal = server?.signal ?? new AbortController().signal;
  try {
    const { values, file } = await awaitCredentials({
      ...{ namespace: program.namespace, name: program.name, isPublic: stack.kind === 'single-page', withinMs },
      secretFolders: [
        given.config.secretsDir,
        join(dataDir, 'secrets'),
        join(folder, '.doorwright', 'secrets'),
        join(clone, '.doorwright', 'secrets'),
      ],
      api: server
        ? createApi({ ...given.config, apiUrl: origin, tokenFile: join(dataDir, 'operator-token') })
        : given.api,
      // The data of a server that was started here may have the report of an earlier run.
      reportedSince: server ? startedAt : 0,
      signal,
    });
    screen.note(`The application ${program.namespace}/${program.name} is Ready.`);
    const isGiven = addValues(folder, stack, values, screen);
    if (!isGiven) screen.note(`Its values must be those of the connection Secret in ${file}.`);
    const claims = await tried(given, values, { withinMs, signal });
    if (claims) screen.out(formatted(String(options.output), claims));
    screen.note(program.use);
    if (server) {
      screen.note(`Doorwright runs at ${origin} until Ctrl-C.`);
      await server.ended;
    }
    return claims ? 0 : 1;
  } finally {
    await server?.stop();
  }
}

/** Writes the file of values. False if another one exists. */
function addValues(folder: string, { envFile, env }: Stack, values: ProgramValues, screen: Given['screen']): boolean {
  const text = env(values);
  addFiles(folder, [{ path: envFile, text, isSecret: true }], false, screen);
  return readFileSync(join(folder, envFile), 'utf8') === text;
}

/** A server that was started for this folder. Undefined if another one runs already. */
async function serverAt({ environment, screen }: Given, folder: string, origin: string, dataDir: string) {
  if (await isReady(origin)) {
    screen.note(
      `A Doorwright runs at ${origin}. Apply ${manifest} there: copy it into its folder of DOORWRIGHT_MANIFESTS, or run kubectl apply -f ${manifest}.`,
    );
    return undefined;
  }
  if (!['localhost', '127.0.0.1'].includes(new URL(origin).hostname))
    throw new CommandError(`No Doorwright answers at ${origin}. DOORWRIGHT_ORIGIN names another.`);
  screen.note(`No Doorwright runs at ${origin}, so one starts for this folder.`);
  return startServer({ folder, dataDir, origin, environment });
}

interface Limits {
  withinMs: number;
  signal: AbortSignal;
}

/** The claims of the person who signs in at the redirect address. Undefined if something else listens there. */
async function tried({ options, screen }: Given, values: ProgramValues, limits: Limits) {
  const { trySignIn } = await import('./try-sign-in.ts');
  const onAddress = async (address: string) => {
    const isOpen = options['no-browser'] !== true && (await openBrowser(address));
    screen.note(isOpen ? `The sign-in is open in your browser: ${address}` : `Sign in at ${address}`);
  };
  const claims = await trySignIn({ values, onAddress, ...limits });
  if (!claims)
    screen.note(
      `${new URL(values.redirectUri).host} is in use or of another machine. Sign in in your program, or stop it and run the command again.`,
    );
  return claims;
}
