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
  /** The text after the name: `-f <folder>`. */
  usage: string;
  summary: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** The help below the summary: options, exit codes. */
  help: string;
  /** Formats of `-o`, the default first. */
  outputs: readonly ['table' | 'yaml', ...string[]];
  /** The largest number of arguments besides options. */
  mostArguments?: number;
  /** Returns the exit code. */
  run: (given: Given) => Promise<number>;
}
