import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { planOf } from '../../bin/arguments.ts';
import { quickTests } from '../../bin/quick.ts';

const plan = (...args: string[]) => {
  const { chosen, filters } = planOf(args, () => 'c0ffee');
  return { steps: chosen.map(({ name }) => name), filters };
};

const quick = ['types', 'lint', 'generated', 'tests'];

describe('18.5 the arguments of npm test', () => {
  test('run every step if there are none', () => {
    expect(plan()).toEqual({
      steps: ['types', 'lint', 'generated', 'control-plane', 'browser', 'directories', 'tests'],
      filters: [],
    });
  });

  test('name test files, which run without other steps, or steps', () => {
    expect(plan('tests/api')).toEqual({ steps: ['tests'], filters: ['tests/api'] });
    expect(plan('--only', 'lint,types')).toEqual({ steps: ['types', 'lint'], filters: [] });
    expect(() => plan('--only', 'nothing')).toThrow('--only takes names of steps, separated by commas: types, lint');
  });

  test('34 add the second tier, which a named file of it does too', () => {
    const isFull = (...args: string[]) => planOf(args, () => 'c0ffee').isFull;
    expect(isFull()).toBe(false);
    expect(isFull('--all')).toBe(true);
    expect(plan('--all', 'tests/api')).toEqual(plan('tests/api'));
    expect(isFull('tests/api/records/million.full.test.ts')).toBe(true);
  });

  test('select the quick part', () => {
    expect(plan('--quick')).toEqual({ steps: quick, filters: quickTests });
  });

  test('select the quick checks and the tests of changes since the branch left main, or since a commit', () => {
    expect(plan('--changed')).toEqual({ steps: quick, filters: ['--changed=c0ffee'] });
    expect(plan('--changed=HEAD~3', 'tests/api')).toEqual({
      steps: quick,
      filters: ['--changed=HEAD~3', 'tests/api'],
    });
  });
});

test('18.5 each name in the list of quick tests is an existing test', () => {
  const files = globSync('tests/**/*.test.ts');
  expect(quickTests.filter((name) => !files.some((file) => file.includes(name)))).toEqual([]);
});
