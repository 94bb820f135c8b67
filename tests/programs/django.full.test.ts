import { testSignIn } from './sign-in.ts';
import { stackOf } from './world.ts';

testSignIn(stackOf('django'), { withinMs: 600_000 });
