import { testSignIn } from './sign-in.ts';
import { stackOf } from './world.ts';

testSignIn(stackOf('go'), { withinMs: 600_000 });
