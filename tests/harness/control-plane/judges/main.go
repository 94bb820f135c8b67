// Judges the health of objects as GitOps tools do: kstatus, Argo CD's Lua and Flux's expressions.
// It reads {"lua", "flux": {"inProgress", "failed", "current"}, "objects"} and writes [{"kstatus", "argo", "flux"}].
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/fluxcd/pkg/apis/kustomize"
	"github.com/fluxcd/pkg/runtime/cel"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/cli-utils/pkg/kstatus/status"
)

type question struct {
	Lua     string                           `json:"lua"`
	Flux    kustomize.HealthCheckExpressions `json:"flux"`
	Objects []json.RawMessage                `json:"objects"`
}

type verdict struct {
	Kstatus string `json:"kstatus"`
	Argo    string `json:"argo"`
	Flux    string `json:"flux"`
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	var asked question
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		return err
	}
	flux, err := cel.NewStatusEvaluator(&asked.Flux)
	if err != nil {
		return err
	}
	verdicts := make([]verdict, 0, len(asked.Objects))
	for _, raw := range asked.Objects {
		object := &unstructured.Unstructured{}
		// Whole numbers stay whole, as they are when a tool reads them from a cluster.
		if err := object.UnmarshalJSON(raw); err != nil {
			return err
		}
		judged, err := judge(object, asked.Lua, flux)
		if err != nil {
			return fmt.Errorf("%w: %s", err, raw)
		}
		verdicts = append(verdicts, judged)
	}
	return json.NewEncoder(os.Stdout).Encode(verdicts)
}

func judge(object *unstructured.Unstructured, lua string, flux *cel.StatusEvaluator) (verdict, error) {
	ofKstatus, err := status.Compute(object)
	if err != nil {
		return verdict{}, err
	}
	ofFlux, err := flux.Evaluate(context.Background(), object)
	if err != nil {
		return verdict{}, err
	}
	ofArgo, err := argoHealth(object.Object, lua)
	if err != nil {
		return verdict{}, err
	}
	return verdict{Kstatus: string(ofKstatus.Status), Argo: ofArgo, Flux: string(ofFlux.Status)}, nil
}
