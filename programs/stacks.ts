import { envFile } from './env/env-file.ts';
import { forExpanding, forGo, forNode, forPython, forSpring } from './env/quotes.ts';
import type { Stack } from './stack.ts';

export type { ProgramValues, Stack } from './stack.ts';

/** Programs that sign a person in, each in the folder of its name. They read their values from the environment. */
export const stacks: readonly Stack[] = [
  {
    name: 'express',
    title: 'Express',
    kind: 'web',
    origin: 'http://localhost:3000',
    redirectUri: 'http://localhost:3000/callback',
    files: ['server.js', 'package.json'],
    envFile: '.env',
    env: envFile(forNode),
    commands: ['npm install', 'npm start'],
  },
  {
    name: 'nextjs',
    title: 'Next.js',
    kind: 'web',
    origin: 'http://localhost:3000',
    redirectUri: 'http://localhost:3000/callback',
    files: [
      'app/sign-in/route.js',
      'app/callback/route.js',
      'app/sign-out/route.js',
      'lib/oidc.js',
      'lib/session.js',
      'app/page.jsx',
      'app/layout.jsx',
      'package.json',
    ],
    envFile: '.env.local',
    env: envFile(forExpanding),
    commands: ['npm install', 'npm run dev'],
  },
  {
    name: 'react',
    title: 'React',
    kind: 'single-page',
    origin: 'http://localhost:5173',
    redirectUri: 'http://localhost:5173/callback',
    files: ['src/main.jsx', 'src/App.jsx', 'index.html', 'vite.config.js', 'package.json'],
    envFile: '.env.local',
    env: envFile(forExpanding, 'VITE_'),
    commands: ['npm install', 'npm run dev'],
  },
  {
    name: 'spring-boot',
    title: 'Spring Boot',
    kind: 'web',
    origin: 'http://localhost:8080',
    redirectUri: 'http://localhost:8080/login/oauth2/code/doorwright',
    files: [
      'src/main/java/com/example/program/Security.java',
      'src/main/java/com/example/program/Program.java',
      'src/main/resources/application.yaml',
      'src/main/resources/templates/home.html',
      'pom.xml',
    ],
    envFile: '.env',
    env: envFile(forSpring),
    commands: ['mvn spring-boot:run'],
  },
  {
    name: 'django',
    title: 'Django',
    kind: 'web',
    origin: 'http://localhost:8001',
    redirectUri: 'http://localhost:8001/callback',
    files: ['urls.py', 'settings.py', 'home.html', 'manage.py', 'requirements.txt'],
    envFile: '.env',
    env: envFile(forPython),
    commands: [
      'python3 -m venv .venv',
      '.venv/bin/pip install -r requirements.txt',
      '.venv/bin/python manage.py runserver localhost:8001',
    ],
  },
  {
    name: 'go',
    title: 'Go',
    kind: 'web',
    origin: 'http://localhost:8080',
    redirectUri: 'http://localhost:8080/callback',
    files: ['main.go', 'go.mod'],
    envFile: '.env',
    env: envFile(forGo),
    commands: ['go mod tidy', 'go run .'],
  },
];
