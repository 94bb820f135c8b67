import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '@doorwright/api/core/settings.ts';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

// No container engine is needed. Nobody looks whether the registry still has the image and the feature.
const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface DevContainer {
  image: string;
  features: Record<string, { version?: string }>;
  forwardPorts: number[];
  portsAttributes: Record<string, { label?: string }>;
  postCreateCommand: string;
  remoteUser: string;
}
// Every editor reads JSON without comments.
const container: DevContainer = JSON.parse(read('.devcontainer/devcontainer.json'));
const manifest = JSON.parse(read('package.json'));

test('the development container has only settings that this test checks', () => {
  const checked = ['name', 'image', 'features', 'forwardPorts', 'portsAttributes', 'postCreateCommand', 'remoteUser'];
  expect(Object.keys(container).sort()).toEqual(checked.sort());
});

test('the development container has the Node and the Debian of the image, and its user is not root', () => {
  const [, node, debian] = /^ARG NODE_IMAGE=node:(\d+)-(\w+)-slim$/m.exec(read('Dockerfile')) ?? [];
  expect(container.image).toMatch(new RegExp(`^mcr\\.microsoft\\.com/devcontainers/[\\w-]+:${node}-${debian}$`));
  expect(manifest.devDependencies.node.split('.')[0]).toBe(node);
  // The images of Microsoft for Node have this user.
  expect(container.remoteUser).toBe('node');
});

test('the development container has a Go that builds every program of the tests’ control plane', () => {
  const [[feature = '', { version = '' } = {}] = []] = Object.entries(container.features);
  expect(Object.keys(container.features)).toEqual([feature]);
  expect(feature).toMatch(/^ghcr\.io\/devcontainers\/features\/go:\d+$/);
  const wanted = globSync('tests/harness/control-plane/*/go.mod', { cwd: root }).map(
    (file) => /^go (\d+\.\d+)/m.exec(read(file))?.[1] ?? '',
  );
  expect(wanted.length).toBeGreaterThan(0);
  const newest = wanted.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1);
  expect(version).toBe(newest);
});

test('the development container forwards the port on which `npm start` and compose listen', () => {
  const port = settings.PORT.default;
  expect(container.forwardPorts.map(String)).toEqual([port]);
  expect(Object.keys(container.portsAttributes)).toEqual([port]);
  const { services } = parse(read('compose.yaml'));
  expect(services.api.ports).toEqual([`127.0.0.1:${port}:${port}`]);
});

test('the development container installs what package-lock.json names for every workspace', () => {
  expect(container.postCreateCommand).toBe('npm ci');
  const { packages } = JSON.parse(read('package-lock.json'));
  for (const folder of ['', ...manifest.workspaces]) {
    const { dependencies, devDependencies } = JSON.parse(read(join(folder, 'package.json')));
    expect([folder, packages[folder].dependencies, packages[folder].devDependencies]).toEqual([
      folder,
      dependencies,
      devDependencies,
    ]);
  }
});
