import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../../settings/config.ts';
import type { CommandApi } from './api.ts';
import type { Screen } from './output.ts';

export interface Given {
  /** Options by their long name. */
  options: Readonly<Record<string, string | boolean | undefined>>;
  arguments: readonly string[];
  config: Config;
  environment: Readonly<Record<string, string | undefined>>;
  api: CommandApi;
  screen: Screen;
}

export interface Command {
  /** After the name: `-f <folder>`. */
  usage: string;
  summary: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** What stands in the help below the summary: options, exit codes. */
  help: string;
  /** The forms that `-o` takes, the usual one first. */
  outputs: readonly ['table' | 'yaml', ...string[]];
  /** At most this many arguments beside options. */
  mostArguments?: number;
  /** Answers the exit code. */
  run: (given: Given) => Promise<number>;
}
