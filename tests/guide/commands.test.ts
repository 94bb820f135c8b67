import { testCommands } from './world/commands.ts';

/** The first pages that people try. All others are in the second tier. */
testCommands(({ file }) => file.startsWith('start/'));
