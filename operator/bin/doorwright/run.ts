import { parseArgs } from 'node:util';
import { ApiRefusal } from '../../api/api-refusal.ts';
import { ConfigError, readConfig } from '../../settings/config.ts';
import { add } from './add/add.ts';
import { createApi } from './api.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { doctor } from './doctor/doctor.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { orphans } from './orphans.ts';
import { createScreen, type Streams } from './output.ts';
import { plan } from './plan.ts';
import { release } from './release.ts';
import { status } from './status.ts';
import { undelete } from './undelete.ts';
import { verifyRecords } from './verify-records.ts';

const commands: Readonly<Record<string, Command>> = {
  plan,
  export: exportCommand,
  import: importCommand,
  undelete,
  orphans,
  release,
  status,
  add,
  doctor,
  'verify-records': verifyRecords,
};

const everywhere = {
  output: { type: 'string', short: 'o' },
  'no-color': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const overview = `doorwright: what custom resources declare, looked at and prepared from a terminal

${Object.entries(commands)
  .map(([name, { usage, summary }]) => `  doorwright ${`${name} ${usage}`.padEnd(46)} ${summary}`)
  .join('\n')}

Each has --help, -o for programs (json, yaml), and colours on a terminal (not with NO_COLOR or --no-color).
It asks the api at DOORWRIGHT_API_URL (http://127.0.0.1:8000) with the token of DOORWRIGHT_OPERATOR_TOKEN_FILE
(<DOORWRIGHT_DATA_DIR>/operator-token, which the api writes beside an embedded database).`;

const helpOf = (name: string, { usage, summary, help, outputs }: Command) => `doorwright ${name} ${usage}

${summary}.

${help}
  -o, --output ${outputs.join('|')}
  --no-color`;

/** The parts of a process that a command uses. */
export type CommandProcess = Pick<NodeJS.Process, 'env'> & Streams;

async function run(args: string[], { env, ...streams }: CommandProcess): Promise<number> {
  const [name = 'help', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    if (!['help', '--help', '-h'].includes(name)) throw new CommandError(`«${name}» is no command; see --help.`);
    streams.stdout.write(`${overview}\n`);
    return 0;
  }
  const { values, positionals } = parseArgs({
    args: rest,
    options: { ...everywhere, ...command.options },
    allowPositionals: true,
  });
  const { help, output = command.outputs[0], 'no-color': isPlain = false } = values as Record<string, string | boolean>;
  if (help) {
    streams.stdout.write(`${helpOf(name, command)}\n`);
    return 0;
  }
  if (!command.outputs.includes(String(output))) throw new CommandError(`-o takes ${command.outputs.join(', ')}.`);
  if (positionals.length > (command.mostArguments ?? 0))
    throw new CommandError(`«${positionals.at(-1)}» is one argument too many; doorwright ${name} ${command.usage}`);
  const config = readConfig(env);
  return command.run({
    options: { ...values, output } as Record<string, string | boolean>,
    arguments: positionals,
    config,
    environment: env,
    api: createApi(config),
    screen: createScreen({ isPlain: isPlain === true, ...streams }),
  });
}

const isExplained = (error: Error): boolean =>
  error instanceof CommandError ||
  error instanceof ConfigError ||
  error instanceof ApiRefusal ||
  (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;

/** Runs `doorwright` with these arguments, and returns its exit code. */
export const doorwright = (args: string[], { env, stdout, stderr }: CommandProcess): Promise<number> =>
  run(args, { env, stdout, stderr }).catch((error: Error) => {
    stderr.write(`${isExplained(error) ? error.message : error.stack}\n`);
    return 1;
  });
