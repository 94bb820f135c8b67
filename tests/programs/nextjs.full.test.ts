import { testSignIn } from './sign-in.ts';
import { stackOf } from './world.ts';

testSignIn(stackOf('nextjs'), { withinMs: 600_000 });
