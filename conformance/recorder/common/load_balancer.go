package common

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	elbv2types "github.com/aws/aws-sdk-go-v2/service/elasticloadbalancingv2/types"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/argoproj/argo-rollouts/utils/aws"
	"github.com/argoproj/argo-rollouts/utils/defaults"
	"github.com/argoproj/argo-rollouts/utils/ingress"
)

const accountARN = "arn:aws:elasticloadbalancing:eu-west-1:000000000000:"

// resourceTag identifies the Service and port of an Ingress to which a target group belongs.
// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/defaults/defaults.go (DefaultAlbTagKeyResourceID)
const resourceTag = "ingress.k8s.aws/resource"

var ingressResource = schema.GroupResource{Group: "networking.k8s.io", Resource: "ingresses"}

// loadBalancers simulates AWS: each Ingress with a hostname has a load balancer, whose target groups have the weights
// that the Ingress had before the pass, because AWS applies changes later.
type loadBalancers struct {
	ingresses []object
}

// verifyTargetGroups lets the controller query the weights of target groups, as with --aws-verify-target-group.
func (w *world) verifyTargetGroups(on bool) {
	defaults.SetVerifyTargetGroup(on)
	aws.NewClient = func() (aws.Client, error) { return &loadBalancers{w.balanced}, nil }
}

// balance sets the weights of load balancers to the current ones of the Ingresses.
func (w *world) balance() {
	w.balanced, _ = w.store.list(ingressResource, "")
}

func hostnames(o object) []string {
	entries, _ := o.at("status", "loadBalancer", "ingress").([]any)
	var names []string
	for _, entry := range entries {
		if fields, ok := entry.(map[string]any); ok {
			if name, _ := fields["hostname"].(string); name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

func nameOfBalancer(hostname string) string {
	name, _, _ := strings.Cut(hostname, ".")
	return name
}

func (l *loadBalancers) FindLoadBalancerByDNSName(_ context.Context, hostname string) (*elbv2types.LoadBalancer, error) {
	for _, o := range l.ingresses {
		for _, known := range hostnames(o) {
			if known == hostname {
				name := nameOfBalancer(hostname)
				arn := accountARN + "loadbalancer/app/" + name + "/1"
				return &elbv2types.LoadBalancer{LoadBalancerName: &name, LoadBalancerArn: &arn, DNSName: &hostname}, nil
			}
		}
	}
	return nil, nil
}

// GetTargetGroupMetadata returns a target group for each Service and port in an action of the Ingress. As in upstream's
// adapter, the last of several rules determines its weight.
func (l *loadBalancers) GetTargetGroupMetadata(_ context.Context, arn string) ([]aws.TargetGroupMeta, error) {
	var groups []aws.TargetGroupMeta
	for _, o := range l.ingresses {
		for _, hostname := range hostnames(o) {
			if !strings.HasSuffix(arn, "/"+nameOfBalancer(hostname)+"/1") {
				continue
			}
			for _, service := range backends(o) {
				for key, value := range o.fields("metadata", "annotations") {
					if strings.HasSuffix(key, "/actions."+service) {
						groups = withTargets(groups, o, fmt.Sprint(value))
					}
				}
			}
		}
	}
	return groups, nil
}

// backends are the names of Services in the paths of an Ingress, in their order.
func backends(o object) []string {
	var names []string
	rules, _ := o.at("spec", "rules").([]any)
	for _, rule := range rules {
		fields, _ := rule.(map[string]any)
		paths, _ := object(fields).at("http", "paths").([]any)
		for _, path := range paths {
			fields, _ := path.(map[string]any)
			names = append(names, object(fields).text("backend", "service", "name"))
		}
	}
	return names
}

func withTargets(groups []aws.TargetGroupMeta, o object, action string) []aws.TargetGroupMeta {
	var parsed ingress.ALBAction
	if json.Unmarshal([]byte(action), &parsed) != nil {
		return groups
	}
	tag := resourceTag
	for _, target := range parsed.ForwardConfig.TargetGroups {
		id := fmt.Sprintf("%s/%s-%s:%s", o.namespace(), o.name(), target.ServiceName, target.ServicePort)
		index := slices.IndexFunc(groups, func(group aws.TargetGroupMeta) bool { return group.Tags[tag] == id })
		if index < 0 {
			name := "k8s-" + o.namespace() + "-" + target.ServiceName
			arn := accountARN + "targetgroup/" + name + "/1"
			group := aws.TargetGroupMeta{Tags: map[string]string{tag: id}}
			group.TargetGroupName, group.TargetGroupArn = &name, &arn
			index, groups = len(groups), append(groups, group)
		}
		if target.Weight != nil {
			weight := int32(*target.Weight)
			groups[index].Weight = &weight
		}
	}
	return groups
}

// GetTargetGroupHealth is called if a TargetGroupBinding refers to a Service; scenarios have none.
func (l *loadBalancers) GetTargetGroupHealth(context.Context, string) ([]elbv2types.TargetHealthDescription, error) {
	return nil, nil
}
