import { testCommands } from './world/commands.ts';

testCommands(({ file }) => !file.startsWith('start/'));
