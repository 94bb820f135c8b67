#!/bin/sh
# A cluster on this machine with Doorwright in it: sh helm/kind.sh up, and later sh helm/kind.sh down.
set -eu
cd "$(dirname "$0")/.."
cluster=${KIND_CLUSTER:-doorwright}
namespace=doorwright
what=${1:-up}

fail() {
  echo "$1" >&2
  exit 1
}

case $what in
  up | down) ;;
  *) fail "$what is nothing that this does: sh helm/kind.sh up, or down." ;;
esac
for program in docker kind kubectl helm; do
  command -v "$program" >/dev/null || fail "$program is not on PATH. This needs a container engine (docker), kind, kubectl and helm; without them, npm start runs Doorwright without a cluster."
done
docker info >/dev/null 2>&1 || fail "docker is installed, but its engine does not answer: start it first."

context="kind-$cluster"
if [ "$what" = down ]; then
  kind delete cluster --name "$cluster"
  exit
fi

kind get clusters 2>/dev/null | grep -qx "$cluster" || kind create cluster --name "$cluster" --wait 120s
docker build --tag doorwright:kind .
# By what is in it: pods are replaced when that has changed, and only then.
tag=$(docker image inspect --format '{{.Id}}' doorwright:kind | cut -d: -f2 | cut -c1-12)
docker tag doorwright:kind "doorwright:$tag"
kind load docker-image "doorwright:$tag" --name "$cluster"
kubectl --context "$context" create namespace "$namespace" --dry-run=client -o yaml | kubectl --context "$context" apply -f -
kubectl --context "$context" label namespace "$namespace" --overwrite pod-security.kubernetes.io/enforce=restricted

# A Postgres for trying things out: one pod, and its data goes with it.
password=$(kubectl --context "$context" -n "$namespace" get secret postgres -o 'go-template={{index .data "password" | base64decode}}' 2>/dev/null || od -An -tx1 -N16 /dev/urandom | tr -d ' \n')
kubectl --context "$context" -n "$namespace" create secret generic postgres --dry-run=client -o yaml \
  --from-literal=password="$password" --from-literal=uri="postgres://doorwright:$password@postgres:5432/doorwright" |
  kubectl --context "$context" apply -f -
kubectl --context "$context" -n "$namespace" apply -f helm/kind-postgres.yaml
kubectl --context "$context" -n "$namespace" rollout status deployment/postgres --timeout=180s

# The namespaces of the example company in crds/examples belong to the platform here: nobody else uses this machine.
helm upgrade --install doorwright helm --kube-context "$context" --namespace "$namespace" \
  --set image.repository=doorwright --set-string image.tag="$tag" --set image.pullPolicy=Never \
  --set origin=http://localhost:8000 --set database.existingSecret.name=postgres \
  --set api.replicas=1 --set operator.replicas=1 \
  --set 'operator.platformNamespaces={doorwright,rivermill,rivermill-shop}'
kubectl --context "$context" -n "$namespace" rollout status deployment/doorwright-api --timeout=300s
kubectl --context "$context" -n "$namespace" rollout status deployment/doorwright-operator --timeout=120s
