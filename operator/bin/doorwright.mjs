#!/usr/bin/env node
// Plain JavaScript with only node: imports, because the Node of the caller may be too old for TypeScript.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ours = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url));
const main = fileURLToPath(new URL('doorwright/main.ts', import.meta.url));
const isRecent = Number(process.versions.node.split('.')[0]) >= 24;
const node = !isRecent && existsSync(ours) ? ours : process.execPath;
// Ctrl-C reaches the command too, which ends in its own time: a server that it started has to stop first.
process.on('SIGINT', () => {});
const { status } = spawnSync(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
