import { testSignIn } from './sign-in.ts';
import { stackOf } from './world.ts';

testSignIn(stackOf('spring-boot'), { withinMs: 600_000 });
