import type { SignInMethod } from '../contracts/method.ts';
import type { SignInStep } from '../contracts/step.ts';
import type { SignInTarget } from '../contracts/target.ts';
import { type Methods, signInMethods } from '../methods/registry.ts';
import { type Steps, signInSteps } from '../steps/registry.ts';
import { signInTargets, type Targets } from '../targets/registry.ts';

/** The pieces that a sign-in goes through, in this order. */
export interface SignInParts {
  methods: Methods;
  steps: Steps;
  targets: Targets;
}

/** The descriptions of these pieces. */
export interface SignInDescriptions {
  methods: readonly SignInMethod[];
  steps: readonly SignInStep[];
  targets: (deps: Parameters<typeof signInTargets>[0]) => readonly SignInTarget[];
}

export const ownSignIn: SignInDescriptions = {
  methods: signInMethods,
  steps: signInSteps,
  targets: signInTargets,
};
