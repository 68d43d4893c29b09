/** docker-compose.yml: everything in containers, each queue a service of its own. */
import { queueNames } from '@countersign/contract/queues';
import { queueDeployments } from './queues.ts';

const head = `# Made by \`npm run deploy:files\` from deploy/queues.ts. docs/OPERATIONS.md tells how to run it:
#   cp deploy/compose/.env.example .env && docker compose up --build --wait

x-app: &app
  image: countersign
  restart: unless-stopped
  init: true
  stop_grace_period: 30s
  read_only: true
  tmpfs: [/tmp]
  volumes: [data:/data]
  security_opt: ["no-new-privileges:true"]
  depends_on:
    migrate: {condition: service_completed_successfully}

x-environment: &environment
  PUBLIC_URL: \${PUBLIC_URL:-http://localhost:3000}
  DATABASE_URL: postgresql://countersign:\${POSTGRES_PASSWORD:?see deploy/compose/.env.example}@postgres:5432/countersign
  STORAGE_URL: s3://countersign?region=us-east-1&endpoint=http://s3:8333&upload_endpoint=\${UPLOAD_URL:-http://localhost:8333}
  AWS_ACCESS_KEY_ID: countersign
  AWS_SECRET_ACCESS_KEY: \${S3_SECRET:?see deploy/compose/.env.example}
  SMTP_URL: \${SMTP_URL:-smtp://mailpit:1025}
  MAIL_FROM: \${MAIL_FROM:-Countersign <countersign@localhost>}
  SECRET_KEY: \${SECRET_KEY:?see deploy/compose/.env.example}
  SECRET_KEY_PREVIOUS: \${SECRET_KEY_PREVIOUS:-}
  TSA_URL: \${TSA_URL:-}
  OTEL_EXPORTER_OTLP_ENDPOINT: \${OTEL_EXPORTER_OTLP_ENDPOINT:-}
  DATA_DIR: /data
  HOST: 0.0.0.0
  TRUST_PROXY: "1"

services:
  postgres:
    image: postgres:18-bookworm
    restart: unless-stopped
    command: [postgres, -c, max_connections=300, -c, shared_buffers=256MB, -c, wal_compression=on]
    environment:
      POSTGRES_USER: countersign
      POSTGRES_PASSWORD: \${POSTGRES_PASSWORD:?see deploy/compose/.env.example}
    volumes: [postgres:/var/lib/postgresql]
    shm_size: 256mb
    healthcheck:
      test: [CMD, pg_isready, -U, countersign]
      interval: 5s
      timeout: 5s
      retries: 20

  s3:
    image: chrislusf/seaweedfs:3.97
    restart: unless-stopped
    entrypoint: [/bin/sh, /s3.sh]
    environment:
      S3_SECRET: \${S3_SECRET:?see deploy/compose/.env.example}
    ports: ["8333:8333"]
    volumes: [s3:/data, "./deploy/compose/s3.sh:/s3.sh:ro"]
    healthcheck:
      test: [CMD, wget, -q, -O, /dev/null, "http://127.0.0.1:9333/cluster/status"]
      interval: 5s
      timeout: 5s
      retries: 20

  mailpit:
    image: axllent/mailpit:v1.27
    restart: unless-stopped
    # Whoever reads these mails can sign in and sign: of this machine alone.
    ports: ["127.0.0.1:8025:8025"]
    volumes: [mailpit:/data]
    environment:
      MP_DATABASE: /data/mailpit.db
    healthcheck:
      test: [CMD, /mailpit, readyz]
      interval: 5s
      timeout: 5s
      retries: 20

  migrate:
    <<: *app
    build: .
    restart: on-failure
    command: [sh, -c, "node apps/admin/src/main.ts migrate && node apps/admin/src/main.ts storage create"]
    environment: *environment
    depends_on:
      postgres: {condition: service_healthy}
      s3: {condition: service_healthy}

  api:
    <<: *app
    command: [node, apps/api/src/main.ts]
    environment:
      <<: *environment
      PORT: "3000"
      DATABASE_POOL: "20"
    deploy:
      replicas: 2
      resources: {limits: {memory: 768M}}
    # Not /readyz, which the proxy asks: what restarts unhealthy containers would restart all while the database is away.
    healthcheck:
      test: [CMD, node, -e, "fetch('http://127.0.0.1:3000/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
      interval: 5s
      timeout: 5s
      retries: 12
      start_period: 20s

  proxy:
    image: haproxy:3.2-alpine
    restart: unless-stopped
    ports: ["3000:8080"]
    volumes: ["./deploy/compose/haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro"]
    depends_on:
      api: {condition: service_healthy}
    healthcheck:
      test: [CMD, wget, -q, -O, /dev/null, "http://127.0.0.1:8404/health"]
      interval: 5s
      timeout: 5s
      retries: 12
`;

const tail = `
volumes:
  postgres:
  s3:
  mailpit:
  data:
`;

/** The file; one service for each queue of jobs.ts. */
export function composeFile(): string {
  return head + queueNames.map(service).join('') + tail;
}

function service(queue: (typeof queueNames)[number]): string {
  const { replicas, concurrency, memory } = queueDeployments[queue];
  return `
  worker-${queue}:
    <<: *app
    command: [node, apps/worker/src/main.ts]
    environment:
      <<: *environment
      QUEUES: ${queue}
      CONCURRENCY: "${concurrency}"
      WORKER_PORT: "9090"
      DATABASE_POOL: "6"
    deploy:
      replicas: ${replicas}
      resources: {limits: {memory: ${memory.replace('Mi', 'M').replace('Gi', 'G')}}}
    healthcheck:
      test: [CMD, node, -e, "fetch('http://127.0.0.1:9090/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
      interval: 5s
      timeout: 5s
      retries: 12
      start_period: 20s
`;
}
